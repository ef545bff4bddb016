import * as z from 'zod/mini'
import { setupAddress, setupPerson, setupTenant } from '#shared/contract/setup.ts'

/** All that set-up asks for but the code and the password: what a file of `fieldwork-admin setup` holds. */
export const setupFile = z.strictObject({
  tenant: z.strictObject(setupTenant.shape),
  origin: z.strictObject(setupAddress.shape),
  admin: z.strictObject(setupPerson.shape),
})
