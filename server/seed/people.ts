import type { UserType } from './roles.ts'

/** Areas of the seeded company; ids are 1, 2 … in this order. */
export const AREAS = [
  'Leeds',
  'Glasgow',
  'Cardiff',
  'Home working North',
  'Home working South',
  'Belfast',
  'Head office',
] as const
type Area = (typeof AREAS)[number]

/** Somebody of the seeded company. */
export interface Person {
  readonly id: number
  readonly name: string
  readonly userName: string
  readonly email: string
  readonly type: UserType
  readonly role: string
  readonly area: Area
  readonly managerID: number | null
}

type Row = readonly [name: string, type: UserType, role: string, area: Area, manager: string | null]

/** Everybody, managers first; a person's id is their place, from 1. */
const ROWS: readonly Row[] = [
  ['Helen Ashworth', 'MANAGER', 'Director of Field Operations', 'Head office', null],
  ['Marcus Oyelaran', 'MANAGER', 'Head of Telephone Fieldwork', 'Leeds', 'Helen Ashworth'],
  ['Catriona Baird', 'MANAGER', 'Contact Centre Manager', 'Glasgow', 'Marcus Oyelaran'],
  ['Rhys Llewellyn', 'MANAGER', 'Contact Centre Manager', 'Cardiff', 'Marcus Oyelaran'],
  ['Farah Siddiqui', 'MANAGER', 'Home Working Manager', 'Home working North', 'Marcus Oyelaran'],
  ['Tom Hargreaves', 'ADMIN', 'Systems Administrator', 'Head office', 'Helen Ashworth'],
  ['Priya Nair', 'SUPERVISOR', 'Senior Supervisor', 'Leeds', 'Marcus Oyelaran'],
  ['Callum Reid', 'SUPERVISOR', 'Supervisor', 'Glasgow', 'Catriona Baird'],
  ['Megan Pritchard', 'SUPERVISOR', 'Supervisor', 'Cardiff', 'Rhys Llewellyn'],
  ['Dwayne Campbell', 'SUPERVISOR', 'Supervisor', 'Home working North', 'Farah Siddiqui'],
  ['Aoife Gallagher', 'SUPERVISOR', 'Supervisor', 'Belfast', 'Marcus Oyelaran'],
  ['Nadia Kowalczyk', 'SUPERVISOR', 'Supervisor', 'Home working South', 'Farah Siddiqui'],
  ['Jamie Whitfield', 'INTERVIEWER', 'Telephone Interviewer', 'Leeds', 'Priya Nair'],
  ['Ellie Thornton', 'INTERVIEWER', 'Telephone Interviewer', 'Leeds', 'Priya Nair'],
  ['Mohammed Iqbal', 'INTERVIEWER', 'Senior Interviewer', 'Leeds', 'Priya Nair'],
  ['Grace Adeyemi', 'INTERVIEWER', 'Telephone Interviewer', 'Leeds', 'Priya Nair'],
  ['Joe Sutcliffe', 'INTERVIEWER', 'Telephone Interviewer', 'Leeds', 'Priya Nair'],
  ['Kasia Nowak', 'INTERVIEWER', 'Telephone Interviewer', 'Leeds', 'Priya Nair'],
  ['Daniel Okafor', 'INTERVIEWER', 'Telephone Interviewer', 'Leeds', 'Priya Nair'],
  ['Sian Barraclough', 'INTERVIEWER', 'Senior Interviewer', 'Leeds', 'Priya Nair'],
  ['Isla MacDonald', 'INTERVIEWER', 'Telephone Interviewer', 'Glasgow', 'Callum Reid'],
  ['Euan Fraser', 'INTERVIEWER', 'Telephone Interviewer', 'Glasgow', 'Callum Reid'],
  ['Zainab Hussain', 'INTERVIEWER', 'Senior Interviewer', 'Glasgow', 'Callum Reid'],
  ['Ross McAllister', 'INTERVIEWER', 'Telephone Interviewer', 'Glasgow', 'Callum Reid'],
  ['Shona Kerr', 'INTERVIEWER', 'Telephone Interviewer', 'Glasgow', 'Callum Reid'],
  ['Ravi Menon', 'INTERVIEWER', 'Telephone Interviewer', 'Glasgow', 'Callum Reid'],
  ['Gareth Bowen', 'INTERVIEWER', 'Telephone Interviewer', 'Cardiff', 'Megan Pritchard'],
  ['Carys Evans', 'INTERVIEWER', 'Welsh Language Interviewer', 'Cardiff', 'Megan Pritchard'],
  ['Owen Parry', 'INTERVIEWER', 'Welsh Language Interviewer', 'Cardiff', 'Megan Pritchard'],
  ['Fatima Warsame', 'INTERVIEWER', 'Telephone Interviewer', 'Cardiff', 'Megan Pritchard'],
  ['Lowri Hughes', 'INTERVIEWER', 'Telephone Interviewer', 'Cardiff', 'Megan Pritchard'],
  ['Beth Ramsden', 'INTERVIEWER', 'Home Interviewer', 'Home working North', 'Dwayne Campbell'],
  ['Sunil Patel', 'INTERVIEWER', 'Home Interviewer', 'Home working North', 'Dwayne Campbell'],
  ['Chloe Armitage', 'INTERVIEWER', 'Home Interviewer', 'Home working North', 'Dwayne Campbell'],
  ['Winston Clarke', 'INTERVIEWER', 'Senior Interviewer', 'Home working North', 'Dwayne Campbell'],
  ['Hannah Lister', 'INTERVIEWER', 'Home Interviewer', 'Home working North', 'Dwayne Campbell'],
  ['Yusuf Demir', 'INTERVIEWER', 'Home Interviewer', 'Home working South', 'Nadia Kowalczyk'],
  ['Becky Marsh', 'INTERVIEWER', 'Home Interviewer', 'Home working South', 'Nadia Kowalczyk'],
  ['Kwame Boateng', 'INTERVIEWER', 'Home Interviewer', 'Home working South', 'Nadia Kowalczyk'],
  ['Lucy Pemberton', 'INTERVIEWER', 'Home Interviewer', 'Home working South', 'Nadia Kowalczyk'],
  ['Niamh Doherty', 'INTERVIEWER', 'Telephone Interviewer', 'Belfast', 'Aoife Gallagher'],
  ['Conor McBride', 'INTERVIEWER', 'Telephone Interviewer', 'Belfast', 'Aoife Gallagher'],
  ['Mei-Ling Chan', 'INTERVIEWER', 'Telephone Interviewer', 'Belfast', 'Aoife Gallagher'],
  ['Stephen Booth', 'RESOURCE', 'Resource Planner', 'Leeds', 'Marcus Oyelaran'],
  ['Anjali Deshmukh', 'RESOURCE', 'Resource Planner', 'Home working South', 'Marcus Oyelaran'],
  ['Laura Finch', 'RECRUITER', 'Recruitment Lead', 'Leeds', 'Helen Ashworth'],
  ['Tariq Mahmood', 'RECRUITER', 'Recruiter', 'Cardiff', 'Laura Finch'],
  ['Sandra Whittle', 'TRAINER', 'Training Lead', 'Leeds', 'Helen Ashworth'],
  ['Iain Buchanan', 'TRAINER', 'Quality Coach', 'Glasgow', 'Sandra Whittle'],
  ['Ruth Okonkwo', 'HR', 'HR Business Partner', 'Head office', 'Helen Ashworth'],
  ['Peter Dunn', 'HR', 'HR Adviser', 'Head office', 'Ruth Okonkwo'],
  ['Gemma Stacey', 'AGENCY', 'Account Manager, Bright Staffing', 'Leeds', 'Stephen Booth'],
  ['Andrei Popescu', 'AGENCY', 'Coordinator, Bright Staffing', 'Cardiff', 'Gemma Stacey'],
  ['Claire Sanderson', 'FINANCE', 'Finance Manager', 'Head office', 'Helen Ashworth'],
  ['Vikram Rao', 'FINANCE', 'Payroll Officer', 'Head office', 'Claire Sanderson'],
  ['Kerry Blackwood', 'SUPPORT', 'Service Desk Lead', 'Head office', 'Tom Hargreaves'],
  ['Luke Adamson', 'SUPPORT', 'Service Desk Analyst', 'Leeds', 'Kerry Blackwood'],
  ['Emily Cartwright', 'RESEARCHER', 'Research Director', 'Head office', 'Helen Ashworth'],
  ['Olu Bankole', 'RESEARCHER', 'Project Manager', 'Head office', 'Emily Cartwright'],
  ['Sophie Lindqvist', 'RESEARCHER', 'Project Manager', 'Head office', 'Emily Cartwright'],
  ['Ben Castellano', 'RESEARCHER', 'Data Manager', 'Head office', 'Emily Cartwright'],
  ['Amara Nwosu', 'RECRUIT', 'Applicant', 'Leeds', 'Laura Finch'],
  ['Piotr Zielinski', 'SENSING', 'Field Sensing Technician', 'Head office', 'Ben Castellano'],
]

/** A name that no mail ever reaches (RFC 2606). */
const MAIL_DOMAIN = 'northgate.example'

/** `Mei-Ling Chan` signs in as `mei-ling.chan`. */
const userNameOf = (name: string): string => name.toLowerCase().replaceAll(' ', '.')

const idOf = (name: string | null): number | null => {
  if (name === null) return null
  const place = ROWS.findIndex((row) => row[0] === name)
  if (place < 0) throw new Error(`nobody is called ${name}`)
  return place + 1
}

/** Everybody of the seeded company, managers before those they manage. */
export const PEOPLE: readonly Person[] = ROWS.map(([name, type, role, area, manager], place) => ({
  id: place + 1,
  name,
  userName: userNameOf(name),
  email: `${userNameOf(name)}@${MAIL_DOMAIN}`,
  type,
  role,
  area,
  managerID: idOf(manager),
}))

/** @throws where nobody has the name. */
export function personCalled(name: string): Person {
  const person = PEOPLE.find((one) => one.name === name)
  if (!person) throw new Error(`nobody is called ${name}`)
  return person
}
