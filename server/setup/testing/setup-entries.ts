/** What somebody sets up for a test. */
export const ENTRIES = {
  tenant: {
    companyName: 'Harbour Surveys',
    legalName: 'Harbour Surveys Ltd',
    registeredAddress: '1 Quay Street, Leeds',
    dataProtectionEmail: 'privacy@harbour.example',
    supportContact: 'help@harbour.example',
  },
  origin: { publicOrigin: 'https://work.harbour.example' },
  admin: {
    displayName: 'Mary Quay',
    userName: 'mary.quay',
    email: 'mary@harbour.example',
    password: 'lantern-ferry-42-oak',
  },
}
