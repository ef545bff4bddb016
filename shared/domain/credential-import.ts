/** What a column of an import of tool credentials can hold, and what people call it; the first is the template's. */
export const CREDENTIAL_FIELDS = {
  userName: ['User name', 'Username', 'Login'],
  payrollNumber: ['Payroll number', 'Payroll no', 'Payroll'],
  email: ['E-mail', 'Email', 'E-mail address', 'Email address', 'Mail'],
  tool: ['Tool', 'Service'],
  toolUserName: ['Tool user name', 'Tool username', 'Account'],
  password: ['Password'],
  address: ['Address', 'URL', 'Server'],
  isAutoConnect: ['Connect by itself', 'Auto connect'],
  forceReload: ['Sign in afresh', 'Force reload'],
  expires: ['Good until', 'Expires'],
} as const
export type CredentialField = keyof typeof CREDENTIAL_FIELDS
