import type { SessionLink } from '#shared/domain/session.ts'
import type { HubState } from '../../services/hubs/hub-client.ts'
import type { DiagnosticEntry } from '../../services/page/diagnostics.ts'

/** What a diagnosis is made of; nothing in it says who it is about. */
export interface DiagnosisParts {
  /** In milliseconds since 1970. */
  readonly now: number
  readonly build: string
  readonly desktop: string
  /** Where the desktop client keeps its log; null in a browser. */
  readonly logs: string | null
  readonly role: string
  /** When the sign-in ends, in milliseconds since 1970; null where nobody is signed in. */
  readonly signedInUntil: number | null
  readonly hub: HubState
  readonly companion: SessionLink
  readonly screen: string
  readonly browser: string
  readonly entries: readonly DiagnosticEntry[]
}

const timeOf = (ms: number): string => new Date(ms).toISOString()

/** What is copied for support: plain lines, times in UTC, the newest error last. */
export function diagnosis(parts: DiagnosisParts): string {
  const { now, signedInUntil, logs, entries } = parts
  return [
    `Fieldwork diagnostics, ${timeOf(now)}`,
    `Build: ${parts.build}`,
    `Desktop app: ${parts.desktop}`,
    ...(logs === null ? [] : [`Logs: ${logs}, crashes: Crashpad beside it`]),
    `Session: ${signedInUntil === null ? 'nobody is signed in' : `${parts.role}, until ${timeOf(signedInUntil)}`}`,
    `Hub: ${parts.hub}`,
    `Companion: ${parts.companion}`,
    `Screen: ${parts.screen}`,
    `Browser: ${parts.browser}`,
    `Errors: ${entries.length}`,
    ...entries.map(
      ({ at, level, message }) => `${timeOf(at)} ${level} ${message.replaceAll('\n', '\n    ')}`,
    ),
    '',
  ].join('\n')
}
