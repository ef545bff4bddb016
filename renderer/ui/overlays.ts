import { fetchedPart } from './fetched-part.ts'

/**
 * What hangs from buttons and lies over screens. The shell starts without any of it and fetches it once
 * it shows.
 */
export const OVERLAYS = fetchedPart(() => import('./overlay-kit.ts'))
