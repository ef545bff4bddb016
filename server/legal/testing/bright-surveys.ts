import { NOON } from '../../http/testing/test-server.ts'

/** The row of a company of its own, as set-up makes it. */
export const BRIGHT_SURVEYS = {
  ...{ id: 1, version: 1, companyName: 'Bright Surveys', legalName: 'Bright Surveys Ltd' },
  ...{ registeredAddress: '1 Mill Street', dataProtectionEmail: 'dpo@bright.example' },
  ...{ supportContact: 'Desk', country: 'GB', timeZone: 'Europe/London', logoType: null, logo: null },
  ...{ publicOrigin: 'https://work.bright.example', trustedHosts: '[]', trustedProxies: '[]' },
  changedAt: NOON,
}
