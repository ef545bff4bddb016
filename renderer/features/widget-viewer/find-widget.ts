import type { ResponseOf } from '#shared/contract/http-call.ts'
import { previewWidget } from '#shared/contract/widgets.ts'
import { WIDGET_NAME, WIDGETS_PATH, type WidgetMessage, widgetMessage } from '#shared/domain/widget.ts'
import type { ApiClient } from '../../services/http/api-client.ts'

/** A widget that is there: its page, and what it is handed. */
export interface FoundWidget {
  readonly address: string
  readonly message: WidgetMessage
}

/** The page of a widget; null for a name that could lead elsewhere. */
function addressOf({ appName }: ResponseOf<typeof previewWidget>): string | null {
  return WIDGET_NAME.test(appName) ? `${WIDGETS_PATH}${appName}/index.html` : null
}

/**
 * Asks which widget the link shows and whether its page is there (spec 1 §2.4). A redirect counts as
 * not found: it would lead to a sign-in page, or to the application itself. Null where it isn't there.
 */
export async function findWidget(
  token: string,
  { api, head, signal }: { api: ApiClient; head: typeof fetch; signal: AbortSignal },
): Promise<FoundWidget | null> {
  try {
    const preview = await api.call(previewWidget, { token }, { quiet: true, signal })
    const address = addressOf(preview)
    if (address === null) return null
    const { ok, redirected } = await head(address, { method: 'HEAD', redirect: 'follow', signal })
    return ok && !redirected ? { address, message: widgetMessage(preview.data) } : null
  } catch {
    return null
  }
}
