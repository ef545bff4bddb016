/** Where widgets are served (spec 1 §2.4). */
export const WIDGETS_PATH = '/sandbox/wurkshare/widgets/'

/** A widget's folder there: no dots, no slashes. */
export const WIDGET_NAME = /^[A-Za-z0-9_-]{1,64}$/

/** Stands in where a pair of the data lacks its key (spec 1 §2.4). */
export const MISSING_WIDGET_KEY = 'demo'

/** What the viewer posts to the widget's window: every pair, in order. The documents show no form. */
export interface WidgetMessage {
  readonly type: 'wurkshare-data'
  readonly data: readonly { readonly key: string; readonly value: string }[]
}

/** What a widget may post to the viewer to be handed its data again, where it was not ready before. */
export const WIDGET_READY = 'wurkshare-ready'

/** The data as it is handed over. */
export function widgetMessage(
  data: readonly { readonly key?: string | null | undefined; readonly value: string }[],
): WidgetMessage {
  return {
    type: 'wurkshare-data',
    data: data.map(({ key, value }) => ({ key: key || MISSING_WIDGET_KEY, value })),
  }
}
