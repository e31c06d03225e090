export interface Brand {
  brand: string;
  version: string;
}

const UNKNOWN: Brand = { brand: 'Chromium', version: '' };

/** Every Chromium also calls itself "Chromium", and adds a made-up brand so that no code relies on the list. */
export function pickBrand(brands: readonly Brand[]): Brand {
  const real = brands.filter(({ brand }) => !/not.{0,3}a.{0,3}brand/i.test(brand));
  return real.find(({ brand }) => brand !== 'Chromium') ?? real[0] ?? UNKNOWN;
}

interface UserAgentData {
  brands: Brand[];
  getHighEntropyValues(hints: string[]): Promise<{ fullVersionList?: Brand[] }>;
}

export async function browserBrand(): Promise<Brand> {
  const data = 'userAgentData' in navigator ? navigator.userAgentData : undefined;
  if (!isUserAgentData(data)) return UNKNOWN;
  try {
    const { fullVersionList } = await data.getHighEntropyValues(['fullVersionList']);
    return pickBrand(fullVersionList ?? data.brands);
  } catch {
    return pickBrand(data.brands);
  }
}

function isUserAgentData(value: unknown): value is UserAgentData {
  return typeof value === 'object' && value !== null && 'brands' in value && 'getHighEntropyValues' in value;
}
