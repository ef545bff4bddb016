import type { CredentialTool } from '#shared/domain/tool-credentials.ts'
import type { ToolDetails } from '../tools/tool-credentials.ts'
import { PEOPLE, type Person } from './people.ts'

/** One person's details of one tool, before they are sealed. */
export interface SeededCredentials {
  readonly userID: number
  readonly tool: CredentialTool
  readonly details: ToolDetails
  readonly isAutoConnect: boolean
}

const DIALLER_URL = 'https://dialler.northgate.example/agent'
/** Signs in by a token of the address and not by a password (spec 1 §5). */
const TOKEN_LOGIN = 'TOKEN_LOGIN'

/** Passwords that no system outside of the demo knows. */
const demoPassword = (tool: string, { id }: Person) => `Demo-${tool}-${1000 + id * 7}`

function isCaller({ type }: Person): boolean {
  return type === 'INTERVIEWER' || type === 'SUPERVISOR'
}

function credentialsOf(person: Person): SeededCredentials[] {
  const worksAtHome = person.area.startsWith('Home working')
  const of = (tool: CredentialTool, userName: string, url = ''): SeededCredentials => ({
    userID: person.id,
    tool,
    details: { userName, password: demoPassword(tool, person), url },
    isAutoConnect: tool === 'VPN' && worksAtHome,
  })
  const { userName } = person
  const vpn = person.type === 'AGENCY' ? [] : [of('VPN', `${userName}@vpn.northgate.example`)]
  if (!isCaller(person)) return vpn
  const room = `${DIALLER_URL}?station=${person.id}`
  const dialler = worksAtHome
    ? { ...of('DIALLER', TOKEN_LOGIN, room), details: { userName: TOKEN_LOGIN, password: '', url: room } }
    : of('DIALLER', userName, room)
  const dimensions = person.type === 'SUPERVISOR' || person.role.startsWith('Senior')
  return [
    ...vpn,
    dialler,
    of('SURVEY_TOOL', `ng_${userName}`),
    ...(dimensions ? [of('DIMENSIONS', `ng\\${userName}`)] : []),
    ...(person.type === 'SUPERVISOR' ? [of('DIMENSIONS_STAGING', `ng\\${userName}`)] : []),
  ]
}

/** Who of the seeded company signs in to which tool, with what. */
export const TOOL_CREDENTIALS: readonly SeededCredentials[] = PEOPLE.flatMap(credentialsOf)
