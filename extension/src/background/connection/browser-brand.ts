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

declare global {
  /** Chromium has it, but the DOM library of TypeScript does not. */
  interface Navigator {
    readonly userAgentData?: {
      readonly brands: Brand[];
      getHighEntropyValues(hints: string[]): Promise<{ fullVersionList?: Brand[] }>;
    };
  }
}

export async function browserBrand(): Promise<Brand> {
  const data = navigator.userAgentData;
  if (!data) return UNKNOWN;
  try {
    const { fullVersionList } = await data.getHighEntropyValues(['fullVersionList']);
    return pickBrand(fullVersionList ?? data.brands);
  } catch {
    return pickBrand(data.brands);
  }
}
