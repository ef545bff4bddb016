import * as z from 'zod/mini'
import type { RequestOf } from '#shared/contract/http-call.ts'
import { type finishSetup, setupAddress, setupPerson, setupTenant } from '#shared/contract/setup.ts'
import { PASSWORD_TEXT, passwordFault } from '#shared/domain/password-rule.ts'
import { linesOf } from '../../ui/form/lines-of.ts'
import {
  type SmtpEntries,
  type SmtpFaults,
  smtpFaultsOf,
  smtpSettingsOf,
} from '../../ui/form/smtp-entries.ts'
import { FAULTS, type Field, type Step } from './text.ts'

/** What somebody typed, as the fields hold it: lists have one entry a line. */
export type Entries = Readonly<Record<Field, string>> & {
  /** How mail leaves; null sets it up later. */
  readonly smtp: SmtpEntries | null
  /** The first administrator's authenticator app, once a code of it was confirmed. */
  readonly twoFactor: { readonly secret: string; readonly step: number } | null
}
export type Faults = Partial<Readonly<Record<Field, string>>> & { readonly smtp?: SmtpFaults }

export const emptyEntries = (origin: string): Entries => ({
  code: '',
  companyName: '',
  legalName: '',
  registeredAddress: '',
  dataProtectionEmail: '',
  supportContact: '',
  country: 'GB',
  timeZone: 'Europe/London',
  logo: '',
  publicOrigin: origin,
  trustedHosts: '',
  trustedProxies: '',
  displayName: '',
  userName: '',
  email: '',
  password: '',
  repeated: '',
  smtp: null,
  twoFactor: null,
})

const tenantOf = ({ logo, ...entries }: Entries) => ({
  companyName: entries.companyName,
  legalName: entries.legalName,
  registeredAddress: entries.registeredAddress,
  dataProtectionEmail: entries.dataProtectionEmail.trim(),
  supportContact: entries.supportContact,
  country: entries.country,
  timeZone: entries.timeZone,
  logo: logo === '' ? null : logo,
})

export const addressOf = ({ publicOrigin, trustedHosts, trustedProxies }: Entries) => ({
  publicOrigin: publicOrigin.trim(),
  trustedHosts: linesOf(trustedHosts),
  trustedProxies: linesOf(trustedProxies),
})

const personOf = ({ displayName, userName, email }: Entries) => ({
  displayName,
  userName: userName.trim(),
  email: email.trim(),
})

/** What Finish sends. */
export const requestOf = (entries: Entries): RequestOf<typeof finishSetup> => ({
  code: entries.code,
  tenant: tenantOf(entries),
  origin: addressOf(entries),
  admin: { ...personOf(entries), password: entries.password, twoFactor: entries.twoFactor },
  mail: entries.smtp && mailOf(entries.smtp),
})

export const mailOf = (smtp: SmtpEntries) => ({
  settings: smtpSettingsOf(smtp),
  ...(smtp.password !== '' && { password: smtp.password }),
})

function faultsBy(schema: z.ZodMiniType, value: unknown): Faults {
  const read = z.safeParse(schema, value)
  if (read.success) return {}
  const fields = read.error.issues.map(({ path }) => String(path[0]) as Field)
  return Object.fromEntries(fields.map((field) => [field, FAULTS[field]]))
}

/** The list of commonly used passwords is the server's: it says so when it is asked to finish. */
const unknown = () => false

function passwordFaults(entries: Entries): Faults {
  const { password, repeated } = entries
  const fault = passwordFault(password, entries, unknown)
  if (fault) return { password: PASSWORD_TEXT[fault] }
  return password === repeated ? {} : { repeated: FAULTS.repeated }
}

function mailFaults({ smtp }: Entries): Faults {
  const faults = smtp === null ? {} : smtpFaultsOf(smtp)
  return Object.keys(faults).length > 0 ? { smtp: faults } : {}
}

/** What is wrong with the fields of a step, by the rules that the server goes by. */
export function faultsOf(step: Step, entries: Entries): Faults {
  if (step === 'code') return entries.code.trim() === '' ? { code: FAULTS.code } : {}
  if (step === 'company') return faultsBy(setupTenant, tenantOf(entries))
  if (step === 'address') return faultsBy(setupAddress, addressOf(entries))
  if (step === 'admin') return { ...faultsBy(setupPerson, personOf(entries)), ...passwordFaults(entries) }
  if (step === 'mail') return mailFaults(entries)
  return {}
}

/** Where a refusal of the server belongs: its step and field; null where it is of no field. */
export function placeOf(code: string): { readonly step: Step; readonly field: Field } | null {
  if (code === 'setup.wrongCode') return { step: 'code', field: 'code' }
  if (code.startsWith('password.')) return { step: 'admin', field: 'password' }
  return code.startsWith('logo.') ? { step: 'company', field: 'logo' } : null
}
