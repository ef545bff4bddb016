import { widgetSubject } from '#shared/contract/public-subjects.ts'
import { hashLinkToken } from '../auth/link-tokens.ts'
import type { SignInLimiter } from '../auth/sign-in-limiter.ts'
import type { AreaHandlers } from '../http/handlers.ts'
import type { PublicLinks } from '../public/link-store.ts'

export interface WidgetServices {
  readonly publicLinks: PublicLinks
  readonly linkLimiter: SignInLimiter
}

/** Which widget a link shows (spec 1 §7). */
export function widgetHandlers({ publicLinks, linkLimiter }: WidgetServices): AreaHandlers<'widgets'> {
  return {
    previewWidget: ({ token }, { address }) =>
      linkLimiter.attempt(
        hashLinkToken(token),
        address,
        async () => (await publicLinks.find('WIDGET', widgetSubject, token)).subject,
      ),
  }
}
