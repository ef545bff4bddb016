import { domainToASCII } from 'node:url'
import * as z from 'zod/mini'
import { domainOf, type EmailFinding, emailKey, isRoleAddress } from '#shared/domain/email-checks.ts'
import { type Mailbox, mailboxOf } from '../adaptors/email-verification.ts'
import { askService, openService, type ServiceParts } from '../adaptors/outside-services.ts'
import type { Database } from '../db/database.ts'
import { Refusal } from '../refusal.ts'
import type { FindMailServers } from './mail-servers.ts'

/** RFC 5321 §4.5.3.1; 254 by its longest path. */
const ADDRESS_MAX = 254
const LOCAL_PART_MAX = 64
const form = z.string().check(z.maxLength(ADDRESS_MAX), z.email())
/** After so many failures in a row the provider isn't asked any more by this run. */
const FAILURES_MAX = 3

const OF_MAILBOX: Readonly<Record<Mailbox, EmailFinding | null>> = {
  ...{ GOOD: null, REFUSED: 'REFUSED', DOUBTFUL: 'DOUBTFUL', NOT_TOLD: 'NOT_TOLD' },
}

export interface CheckParts extends ServiceParts {
  readonly findMailServers: FindMailServers
}

/** Read when the first list is checked: it has 120,000 domains. */
async function disposableDomains(): Promise<ReadonlySet<string>> {
  const { default: domains } = await import('disposable-email-domains/index.json', { with: { type: 'json' } })
  return new Set(domains)
}

/** The address and its domain, whichever of the two is stopped. */
export async function areStopped(db: Database, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const asked = [...new Set(keys.flatMap((key) => [key, `@${domainOf(key)}`]))]
  if (asked.length === 0) return new Set()
  const rows = await db
    .selectFrom('stoppedAddresses')
    .where('address', 'in', asked)
    .select('address')
    .execute()
  const found = new Set(rows.map(({ address }) => address))
  return new Set(keys.filter((key) => found.has(key) || found.has(`@${domainOf(key)}`)))
}

/** What is told of one address, and whether the provider was asked. */
export interface Checked {
  readonly findings: readonly EmailFinding[]
  readonly isPaid: boolean
}

/**
 * The checks of one run over a list (spec 6 §9.6): form, stop list, mail servers of the domain, mailboxes to throw
 * away, roles, twice in the list, and the provider where one is connected. The provider isn't asked about what is
 * invalid anyway. No mail is sent.
 */
export class EmailChecks {
  readonly #parts: CheckParts
  readonly #domains = new Map<string, ReturnType<FindMailServers>>()
  #disposable: ReadonlySet<string> | null = null
  #service: Awaited<ReturnType<typeof openService<'EMAIL_VERIFICATION'>>> = null
  #failures = 0
  #isAtLimit = false

  constructor(parts: CheckParts) {
    this.#parts = parts
  }

  async open(): Promise<void> {
    this.#disposable = await disposableDomains()
    this.#service = await openService(this.#parts, 'EMAIL_VERIFICATION')
  }

  async check(rows: readonly { readonly address: string; readonly isTwice: boolean }[]): Promise<Checked[]> {
    const keys = rows.map(({ address }) => asciiOf(address))
    const stopped = await areStopped(this.#parts.db, [
      ...rows.map(({ address }) => emailKey(address)),
      ...keys.filter((key) => key !== null),
    ])
    const checked: Checked[] = []
    // The domains of all of them are asked for at once, the provider one by one.
    for (const key of keys) if (key !== null) void this.#serversOf(domainOf(key))
    for (const [at, { address, isTwice }] of rows.entries()) {
      const key = keys[at] ?? null
      const findings: EmailFinding[] = []
      if (stopped.has(emailKey(address)) || (key !== null && stopped.has(key))) findings.push('STOPPED')
      if (key === null) {
        checked.push({ findings: ['FORM', ...findings], isPaid: false })
        continue
      }
      const servers = await this.#serversOf(domainOf(key))
      if (servers === 'NONE') findings.push('NO_MAIL_SERVER')
      if (this.#disposable?.has(domainOf(key))) findings.push('DISPOSABLE')
      if (isRoleAddress(key)) findings.push('ROLE')
      if (isTwice) findings.push('TWICE')
      if (servers === 'UNKNOWN') findings.push('DOMAIN_UNKNOWN')
      // What stands there twice was asked about before it.
      const isAsked = servers !== 'NONE' && !findings.includes('STOPPED') && !isTwice
      const { finding, isPaid } = isAsked ? await this.#mailbox(key) : { finding: null, isPaid: false }
      checked.push({ findings: finding === null ? findings : [...findings, finding], isPaid })
    }
    return checked
  }

  #serversOf(domain: string) {
    const known =
      this.#domains.get(domain) ?? this.#parts.findMailServers(domain).catch(() => 'UNKNOWN' as const)
    this.#domains.set(domain, known)
    return known
  }

  async #mailbox(key: string): Promise<{ finding: EmailFinding | null; isPaid: boolean }> {
    const service = this.#service
    if (service === null) return { finding: null, isPaid: false }
    if (this.#isAtLimit) return { finding: 'LIMIT', isPaid: false }
    if (this.#failures >= FAILURES_MAX) return { finding: 'NO_ANSWER', isPaid: false }
    const access = { address: service.settings.address, key: service.key }
    try {
      const mailbox = await askService(this.#parts, service, (fetchOf) => mailboxOf(access, key, fetchOf))
      this.#failures = 0
      return { finding: OF_MAILBOX[mailbox], isPaid: true }
    } catch (error) {
      if (error instanceof Refusal) {
        this.#isAtLimit = true
        return { finding: 'LIMIT', isPaid: false }
      }
      this.#failures++
      return { finding: 'NO_ANSWER', isPaid: true }
    }
  }
}

/** An address as mail servers know it, in small letters; null where it hasn't the form of one. */
function asciiOf(address: string): string | null {
  const key = emailKey(address)
  const at = key.lastIndexOf('@')
  const ascii = at < 0 ? key : `${key.slice(0, at)}@${domainToASCII(key.slice(at + 1))}`
  return at <= LOCAL_PART_MAX && form.safeParse(ascii).success ? ascii : null
}
