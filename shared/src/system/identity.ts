/** The native-messaging host's name: Chrome allows only lower case, digits, dots and underscores. */
export const HOST_NAME = 'com.bproxy.host';

/**
 * The public key that fixes the id of every build loaded from a folder. It is not a secret: it only makes the id the
 * same on every computer. A store build leaves it out, because the store assigns its own id.
 */
export const EXTENSION_KEY =
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAsCzPfFzj4aJlLgsIe84i4JbKvBQ3eLNKcEemtSDXEsxg3O3oY0Tsd6oGcD4QWNkc5ixidLjbCSKheZxTpZRdklcwTNz+mBaTuyEjS7nyy++kJH7MDbSnEuznG5mG3m9FRzoUYzE59CbxoegizU5tWha4rw8IhdX2W+5juO4fP3e6exCXWJtf1Nt+7ZWn7LLMTJPrWalsqduq4PnPLxDpduKI8hDjO51OX8mh/ahEIBwF8xggNeKq7+IlsmCkBs5TDjHfHJaTm5n3Hg6umoHo+qGvOa0lYLuIOavU1bkV0o2UhBMOPHoAFgeF3chczbn8m45lvh9XcmkwefUsKxN4dwIDAQAB';
