import type { LinkPurpose } from '#shared/contract/public-links.ts'

/** Where each kind of link leads (spec 1 §2.1); the token follows. */
export const PUBLIC_PATHS: Readonly<Record<LinkPurpose, string>> = {
  WURKSAFE: '/public/wurksafe/',
  SURVEY: '/public/survey/',
  TICKET: '/public/whatsapp/pre-auth/ticket/',
  CONTACT_DETAILS: '/public/contact-details/validate/',
  RESEARCH_EMAIL: '/public/research/email-verify/validate/',
  JOB_ORDER: '/public/customer/job-order-details/',
  EXPENSE: '/public/expenses/submit-doc/',
  MEETING: '/public/user-meeting/',
  WIDGET: '/public/wurkshare/widget/',
}
