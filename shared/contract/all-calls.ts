import * as auth from './auth.ts'
import type { Call } from './call.ts'
import * as chat from './chat.ts'
import * as people from './people.ts'
import * as session from './session.ts'
import * as settings from './settings.ts'
import * as shell from './shell.ts'
import * as signIn from './sign-in.ts'
import * as tools from './tools.ts'
import * as uiLabels from './ui-labels.ts'

/** Every declared call by area and name: what the server must serve and the OpenAPI page lists. */
export const callsByArea = {
  auth,
  chat,
  people,
  session,
  settings,
  shell,
  signIn,
  tools,
  uiLabels,
}

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'path' in value && 'method' in value
}

/** The same, flat: `{ area, name, call }` for each. */
export const allCalls: readonly { area: string; name: string; call: Call }[] = Object.entries(
  callsByArea,
).flatMap(([area, calls]) =>
  Object.entries(calls).flatMap(([name, value]) => (isCall(value) ? [{ area, name, call: value }] : [])),
)
