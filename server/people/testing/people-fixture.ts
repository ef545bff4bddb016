/** Good requests about person 2, whom every company of the tests has. */
export const PEOPLE_REQUESTS: Record<string, unknown> = {
  'adminUsers.listPeople': {},
  'adminUsers.getPerson': { id: 2 },
  'adminUsers.personChecklist': { id: 2 },
  'adminUsers.personHistory': { id: 2 },
}
