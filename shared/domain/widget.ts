/** Where widgets are served (spec 1 §2.4). */
export const WIDGETS_PATH = '/sandbox/wurkshare/widgets/'

/** A widget's folder: no dots, no slashes. */
export const WIDGET_NAME = /^[A-Za-z0-9_-]{1,64}$/

/** Replaces a missing key in a widget's data (spec 1 §2.4). */
export const MISSING_WIDGET_KEY = 'demo'

/** What the viewer posts to the widget's window: every pair, in order. The documents don't give its form. */
export interface WidgetMessage {
  readonly type: 'wurkshare-data'
  readonly data: readonly { readonly key: string; readonly value: string }[]
}

/** A widget posts this to be sent its data again, if it wasn't ready the first time. */
export const WIDGET_READY = 'wurkshare-ready'

/** The message with a widget's data. */
export function widgetMessage(
  data: readonly { readonly key?: string | null | undefined; readonly value: string }[],
): WidgetMessage {
  return {
    type: 'wurkshare-data',
    data: data.map(({ key, value }) => ({ key: key || MISSING_WIDGET_KEY, value })),
  }
}
