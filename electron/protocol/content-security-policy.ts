/**
 * The policy of every page: only the application's own files, and calls to the one server. Inline styles are
 * allowed, since the component library sets its variables that way; inline scripts aren't.
 */
export function contentSecurityPolicy(serverOrigin: string): string {
  const socketOrigin = serverOrigin.replace(/^http/, 'ws')
  const directives = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self' 'unsafe-inline'",
    'font-src': "'self'",
    'img-src': `'self' data: blob: ${serverOrigin}`,
    'media-src': `'self' blob: ${serverOrigin}`,
    'connect-src': `'self' ${serverOrigin} ${socketOrigin}`,
    'worker-src': "'self'",
    'manifest-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  }
  return Object.entries(directives)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}
