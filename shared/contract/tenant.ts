import * as z from 'zod/mini'
import {
  LEGAL_HEADING_MAX,
  LEGAL_KINDS,
  LEGAL_SECTIONS_MAX,
  LEGAL_STATES,
  LEGAL_TEXT_MAX,
  LEGAL_TITLE_MAX,
  type LegalKind,
  type LegalState,
} from '../domain/legal.ts'
import { COMPANY_PICTURES } from '../domain/logo.ts'
import { ADDRESS_RESULTS } from '../domain/setup.ts'
import { call } from './http-call.ts'
import { done, noPayload, timestamp } from './primitives.ts'
import { setupAddress, setupTenant } from './setup.ts'

const SPEC = '5 §5.7'
const ROOT = '/api/admin/tenant'
const view = { anyOf: ['ADMIN_CAN_VIEW_TENANT', 'ADMIN_CAN_UPDATE_TENANT'] } as const
const change = 'ADMIN_CAN_UPDATE_TENANT'

/** Longest mail footer, in characters. */
export const MAIL_FOOTER_MAX = 1000
export const COMPANY_NUMBER_MAX = 20
export const STAFF_DOMAINS_MAX = 50

const kind = z.enum(Object.keys(LEGAL_KINDS) as [LegalKind, ...LegalKind[]])
const picture = z.enum(COMPANY_PICTURES)
const state = z.enum(Object.keys(LEGAL_STATES) as [LegalState, ...LegalState[]])
const line = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))
const sections = z
  .array(z.object({ heading: line(LEGAL_HEADING_MAX), text: line(LEGAL_TEXT_MAX) }))
  .check(z.minLength(1), z.maxLength(LEGAL_SECTIONS_MAX))

/** A domain of e-mail addresses, in small letters. */
const mailDomain = z.pipe(
  z
    .string()
    .check(
      z.trim(),
      z.regex(/^@?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/i),
      z.maxLength(253),
    ),
  z.transform((text) => text.replace(/^@/, '').toLowerCase()),
)

const { companyName, legalName, registeredAddress, dataProtectionEmail, supportContact } = setupTenant.shape
export const tenantFacts = z.object({
  companyName,
  legalName,
  registeredAddress,
  dataProtectionEmail,
  supportContact,
  /** What stands below every letter: lines, without tags. */
  mailFooter: z._default(z.string().check(z.trim(), z.maxLength(MAIL_FOOTER_MAX)), ''),
  /** '' for none. Left out, this and what follows stays as it is. */
  companyNumber: z.optional(z.string().check(z.trim(), z.maxLength(COMPANY_NUMBER_MAX))),
  /** Domains of staff's e-mail addresses; none for any. */
  staffDomains: z.optional(z.array(mailDomain).check(z.maxLength(STAFF_DOMAINS_MAX))),
  /** Chat channels that people may choose besides the chat itself. */
  isWhatsappEnabled: z.optional(z.boolean()),
  isEmailEnabled: z.optional(z.boolean()),
})
export type TenantFacts = z.output<typeof tenantFacts>

const legalText = z.object({
  id: z.int(),
  kind,
  state,
  title: z.string(),
  sections: z.array(z.object({ heading: z.string(), text: z.string() })),
  version: z.int(),
  changedBy: z.nullable(z.string()),
  changedAt: timestamp,
  publishedBy: z.nullable(z.string()),
  publishedAt: z.nullable(timestamp),
})
export type LegalText = z.output<typeof legalText>

const reachedAt = {
  publicOrigin: z.string(),
  trustedHosts: z.array(z.string()),
  trustedProxies: z.array(z.string()),
}
const result = z.enum(ADDRESS_RESULTS)

export const getTenant = call({
  path: `${ROOT}/get`,
  request: noPayload,
  response: z.object({
    company: z.object({
      companyName: z.string(),
      legalName: z.string(),
      registeredAddress: z.string(),
      dataProtectionEmail: z.string(),
      supportContact: z.string(),
      mailFooter: z.string(),
      companyNumber: z.string(),
      staffDomains: z.array(z.string()),
      isWhatsappEnabled: z.boolean(),
      isEmailEnabled: z.boolean(),
    }),
    version: z.int(),
    pictures: z.array(
      z.object({ kind: picture, hash: z.string(), changedBy: z.nullable(z.string()), changedAt: timestamp }),
    ),
    /** Where people reach it; null for the demo company, which is where its server listens. */
    address: z.nullable(
      z.object({
        ...reachedAt,
        /** What the server's command line says; that comes first, and isn't changed here. */
        said: z.object({ ...reachedAt, publicOrigin: z.nullable(z.string()) }),
        /** Public origins of before that still work, the newest first. */
        former: z.array(z.object({ origin: z.string(), endsAt: timestamp })),
      }),
    ),
    /** Every version of every text, the newest first. */
    texts: z.array(legalText),
    /** What people read now, also where nobody has published anything. */
    present: z.array(
      z.object({
        kind,
        title: z.string(),
        sections: z.array(z.object({ heading: z.string(), text: z.string() })),
        isApproved: z.boolean(),
      }),
    ),
  }),
  summary: 'The company, and its legal texts with their versions.',
  spec: SPEC,
  permission: view,
})

export const updateTenant = call({
  path: `${ROOT}/update`,
  request: z.object({ ...tenantFacts.shape, version: z.int() }),
  response: z.object({ version: z.int() }),
  summary: 'Changes the company’s names, address and contacts; 409 where somebody did since.',
  spec: SPEC,
  permission: change,
})

export const checkTenantAddress = call({
  path: `${ROOT}/check-address`,
  request: setupAddress,
  response: z.object({ result }),
  summary: 'Asks for this installation at the address, and says what came of it.',
  spec: SPEC,
  permission: change,
  extension: true,
})

export const changeTenantAddress = call({
  path: `${ROOT}/change-address`,
  request: z.object({
    ...setupAddress.shape,
    version: z.int(),
    /** Also where the installation isn't reached there. */
    isAnyway: z._default(z.boolean(), false),
  }),
  response: z.object({
    /** What came of asking there; nothing was asked where the public origin stays. */
    result,
    /** Null where it wasn't saved. */
    version: z.nullable(z.int()),
  }),
  summary:
    'Changes where people reach the installation, once it answers there; the public origin of before works for 7 more days.',
  spec: SPEC,
  permission: change,
  extension: true,
})

export const saveCompanyPicture = call({
  path: `${ROOT}/picture/save`,
  sends: 'multipart',
  request: z.object({ kind: picture, picture: z.file() }),
  response: done,
  summary:
    'Puts a PNG or an SVG without scripts, of 512 KB at most, in the place of a logo or the icon; a sign-in picture may be a JPEG, and has 1 MB.',
  spec: SPEC,
  permission: change,
  extension: true,
})

export const removeCompanyPicture = call({
  path: `${ROOT}/picture/remove`,
  request: z.object({ kind: picture }),
  response: done,
  summary:
    'Removes a logo, the icon or the sign-in picture. Without a logo the company’s name stands in its place.',
  spec: SPEC,
  permission: change,
  extension: true,
})

export const saveLegalDraft = call({
  path: `${ROOT}/legal/save-draft`,
  request: z.object({
    kind,
    title: line(LEGAL_TITLE_MAX),
    sections,
    /** The draft's version that was seen; 0 where there was none. */
    version: z.int(),
  }),
  response: z.object({ id: z.int(), version: z.int() }),
  summary: 'Keeps the one draft of a text. What people read stays as it is.',
  spec: SPEC,
  permission: change,
})

export const publishLegal = call({
  path: `${ROOT}/legal/publish`,
  request: z.object({ id: z.int(), version: z.int() }),
  response: done,
  summary: 'The draft holds from now on, what held is superseded; a new agreement is asked of everybody.',
  spec: SPEC,
  permission: change,
})

export const legalAcceptances = call({
  path: `${ROOT}/legal/acceptances`,
  request: noPayload,
  response: z.object({
    rows: z.array(
      z.object({
        userID: z.int(),
        displayName: z.string(),
        userName: z.string(),
        /** '' for a text from before texts had versions. */
        title: z.string(),
        /** When that version was published. */
        version: timestamp,
        acceptedAt: timestamp,
      }),
    ),
    /** Active people who haven't accepted the published agreement. */
    missing: z.int(),
  }),
  summary: 'Who accepted which version of the agreement when, the newest first.',
  spec: SPEC,
  permission: view,
})

export const agreementState = call({
  path: '/api/auth/agreement/state',
  request: noPayload,
  response: z.object({
    /** The version to accept; null where the person has, or nothing is published. */
    asked: z.nullable(
      z.object({
        id: z.int(),
        title: z.string(),
        lastUpdated: timestamp,
        /** An acceptance counts that is newer than this. */
        after: timestamp,
        sections: z.array(z.object({ heading: z.string(), text: z.string() })),
      }),
    ),
  }),
  summary: 'Whether the person still has to accept the published agreement.',
  spec: SPEC,
  extension: true,
})

export const acceptAgreement = call({
  path: '/api/auth/agreement/accept',
  request: z.object({ id: z.int() }),
  response: done,
  summary: 'The person accepts that version; 409 where a newer one was published.',
  spec: SPEC,
  extension: true,
})
