/** Spec 1 §2.1, §2.4. */
export const WIDGET_TEXT = {
  missingToken: '404',
  missingTokenLead: 'This address names no widget.',
  notFound: 'Oops! Widget not found. Please check back later or contact support for assistance.',
  notFoundTitle: 'Widget not found',
  loading: 'The widget is loading',
  frame: 'Widget',
} as const
