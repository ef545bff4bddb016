import { Resolver } from 'node:dns/promises'

/** Whether a domain takes mail; UNKNOWN where nobody could be asked. */
export type MailServers = 'SOME' | 'NONE' | 'UNKNOWN'
export type FindMailServers = (domain: string) => Promise<MailServers>

const WAIT_MS = 5000
const codeOf = (error: unknown) => (error as { code?: string }).code ?? ''

/**
 * Asks the system's name servers: for MX, and where there is none for an address, which takes mail as well (RFC 5321
 * §5.1). A domain with an empty MX takes none (RFC 7505).
 */
export const findMailServers: FindMailServers = async (domain) => {
  const resolver = new Resolver({ timeout: WAIT_MS, tries: 2 })
  try {
    const found = await resolver.resolveMx(domain)
    return found.some(({ exchange }) => exchange !== '' && exchange !== '.') ? 'SOME' : 'NONE'
  } catch (error) {
    if (codeOf(error) === 'ENOTFOUND') return 'NONE'
    if (codeOf(error) !== 'ENODATA') return 'UNKNOWN'
  }
  const answers = await Promise.allSettled([resolver.resolve4(domain), resolver.resolve6(domain)])
  if (answers.some(({ status }) => status === 'fulfilled')) return 'SOME'
  return answers.every((answer) => answer.status === 'rejected' && codeOf(answer.reason) === 'ENODATA')
    ? 'NONE'
    : 'UNKNOWN'
}
