/** The hub server's log. Fields never hold tokens or what people wrote. */
export type HubLog = (
  level: 'info' | 'warn' | 'error',
  message: string,
  fields?: Record<string, unknown>,
) => void
