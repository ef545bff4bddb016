import { lazyCode } from '../../ui/fetch-code.ts'

/** What changed ages would take, before they are saved. */
export const RetentionPreview = lazyCode(
  async () => (await import('./RetentionPreview.tsx')).RetentionPreview,
)

/** How long records are kept, and legal holds (spec 5 §6.8), as a part of a page or dialog. */
export const RetentionSettings = lazyCode(
  async () => (await import('./RetentionSettings.tsx')).RetentionSettings,
)
