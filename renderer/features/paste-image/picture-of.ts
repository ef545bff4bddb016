/** Pictures that a page shows; an SVG is a page with scripts. */
const PICTURES: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/webp': '.webp',
  'image/bmp': '.bmp',
}

/** The first picture of what was pasted or dropped; null where there is none. */
export function pictureOf(data: DataTransfer | null): File | null {
  return [...(data?.files ?? [])].find(isPicture) ?? null
}

export const isPicture = ({ type }: File): boolean => type in PICTURES

/** How a picture of that type ends in a folder, with the dot. */
export const endingOf = ({ type }: File): string => PICTURES[type] ?? ''
