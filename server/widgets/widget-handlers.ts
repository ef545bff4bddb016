import { widgetSubject } from '#shared/contract/public-subjects.ts'
import type { LinkLimiter } from '../auth/sign-in-limiter.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import type { PublicLinks } from '../public/link-store.ts'

export interface WidgetServices {
  readonly publicLinks: PublicLinks
  readonly linkLimiter: LinkLimiter
}

/** Which widget a link shows (spec 1 §7). */
export function widgetHandlers({ publicLinks, linkLimiter }: WidgetServices): AreaHandlers<'widgets'> {
  return {
    previewWidget: ({ token }, { address }) =>
      linkLimiter.attempt(
        address,
        async () => (await publicLinks.find('WIDGET', widgetSubject, token)).subject,
      ),
  }
}
