import { lazyCode } from '../../ui/fetch-code.ts'

/** How long records are kept, and legal holds (spec 5 §6.8), as a part of a page or dialog. */
export const RetentionSettings = lazyCode(
  async () => (await import('./RetentionSettings.tsx')).RetentionSettings,
)
