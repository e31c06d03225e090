/** Services that take card numbers in a frame of their own, by host. Their subdomains count too. */
const HOSTS = [
  'stripe.com',
  'stripe.network',
  'link.com',
  'paypal.com',
  'paypalobjects.com',
  'braintreegateway.com',
  'braintree-api.com',
  'adyen.com',
  'adyenpayments.com',
  'checkout.com',
  'squareup.com',
  'squarecdn.com',
  'klarna.com',
  'klarnaservices.com',
  'mollie.com',
  'worldpay.com',
  'authorize.net',
  'cybersource.com',
  'spreedly.com',
  'recurly.com',
  'chargebee.com',
  'razorpay.com',
  'payu.com',
  'paddle.com',
  'bluesnap.com',
  'shopifycs.com',
  'pay.google.com',
  'payments.amazon.com',
  'applepay.cdn-apple.com',
];

export function isPaymentHost(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return HOSTS.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}
