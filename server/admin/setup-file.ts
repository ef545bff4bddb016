import * as z from 'zod/mini'
import { smtpSettings } from '#shared/contract/adaptors.ts'
import { setupAddress, setupPerson, setupTenant } from '#shared/contract/setup.ts'

/** All that set-up asks for but the code and the passwords: what a file of `fieldwork-admin setup` holds. */
export const setupFile = z.strictObject({
  tenant: z.strictObject(setupTenant.shape),
  origin: z.strictObject(setupAddress.shape),
  admin: z.strictObject(setupPerson.shape),
  /** Without it mail is set up later. Its password is typed on the page of the adaptors. */
  mail: z._default(z.nullable(z.strictObject({ settings: smtpSettings })), null),
})
