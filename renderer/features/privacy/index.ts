import { lazyCode } from '../../ui/fetch-code.ts'

/** A part of a person's panel: copies of their data, and erasure (spec 5 §6.9). */
export const PersonalData = lazyCode(async () => (await import('./PersonalData.tsx')).PersonalData)
/** A part of one's own personal details: a copy of one's data. */
export const MyData = lazyCode(async () => (await import('./Exports.tsx')).MyData)
