/** What a column of an import of applicants can hold, and what people call it; the first is the template's. */
export const APPLICANT_FIELDS = {
  name: ['Name', 'Full name', 'Applicant'],
  email: ['E-mail', 'Email', 'E-mail address', 'Email address', 'Mail'],
  mobile: ['Mobile', 'Phone', 'Mobile number', 'Telephone'],
  address: ['Address'],
  source: ['Source'],
  agency: ['Agency'],
  languages: ['Languages', 'Language'],
  skills: ['Skills', 'Skill'],
  availability: ['Availability'],
  workLocation: ['Works at', 'Work location'],
  notes: ['Notes', 'Note'],
} as const
export type ApplicantField = keyof typeof APPLICANT_FIELDS

/** What applicants are found by. */
export const APPLICANT_KEYS = { email: 'E-mail', mobile: 'Mobile' } as const
export type ApplicantKey = keyof typeof APPLICANT_KEYS
