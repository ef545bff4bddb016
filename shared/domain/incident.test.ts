import { expect, test } from 'vitest'
import { canSendIncident } from './incident.ts'

const form = {
  selectedProject: 1,
  callID: 'C-1',
  respondentName: 'Jo Field',
  phoneNumber: '020 7946 0000',
  details: 'The respondent was upset.',
  signedOff: true,
}

test('W006 W128 an incident can be sent once nothing is missing, blank texts included', () => {
  expect(canSendIncident(form)).toBe(true)
  const lacking = [
    { selectedProject: 0 },
    { callID: ' ' },
    { respondentName: '' },
    { phoneNumber: '\n' },
    { details: '  ' },
    { signedOff: false },
  ]
  for (const lack of lacking) expect(canSendIncident({ ...form, ...lack }), JSON.stringify(lack)).toBe(false)
})
