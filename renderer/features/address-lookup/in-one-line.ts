import type { ListedAddress } from '#shared/contract/address-lookup.ts'

/** An address as it is copied. */
export const inOneLine = ({ lines, town, postcode }: ListedAddress): string =>
  [...lines, town, postcode].filter(Boolean).join(', ')
