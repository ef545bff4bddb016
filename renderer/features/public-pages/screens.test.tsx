import { cleanup, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as calls from '#shared/contract/public-pages.ts'
import { ApiError, UPLOAD_ABORTED } from '../../services/http/api-client.ts'
import { refused } from '../../testing/fake-services.ts'
import { ApplicationScreen } from './ApplicationScreen.tsx'
import { ContactDetailsScreen } from './ContactDetailsScreen.tsx'
import { ExpenseScreen } from './ExpenseScreen.tsx'
import { MeetingScreen } from './MeetingScreen.tsx'
import { OfferScreen } from './OfferScreen.tsx'
import { ResearchEmailScreen } from './ResearchEmailScreen.tsx'
import { TicketScreen } from './TicketScreen.tsx'
import { openLink, press, title } from './testing.tsx'
import { WurksafeScreen } from './WurksafeScreen.tsx'

const DONE = () => ({ done: true })
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const requestsOf = (made: { path: string; request: unknown }[], { path }: { path: string }) =>
  made.filter((call) => call.path === path).map(({ request }) => request)

test('somebody who works alone checks in; a report needs words, and says whom to ring first', async () => {
  const { user, made } = openLink(<WurksafeScreen />, ({ answer }) => {
    answer(calls.openWurksafe, () => ({ site: 'Leeds', contactName: 'Priya', contactPhone: '0113 496 0182' }))
    answer(calls.sendSafety, DONE)
  })
  await title('How are you getting on?')
  await user.click(press('Send check-in'))
  expect(screen.getByRole('alert').textContent).toBe('Please tell us your name')
  type('Your name', 'Beth')
  await user.click(press('Send check-in'))
  await title('Thank you, we know you’re safe')
  expect(screen.getByText('Priya has been told.')).toBeDefined()

  await user.click(press('Send something else'))
  await user.click(screen.getByRole('radio', { name: /Something is wrong/ }))
  expect(screen.getByRole('link', { name: /0113/ }).getAttribute('href')).toBe('tel:01134960182')
  await user.click(press('Send report'))
  expect(screen.getByRole('alert').textContent).toBe('Please say what happened')
  type('What happened?', 'Wet floor')
  await user.click(press('Send report'))
  await title('Your report is with us')
  expect(requestsOf(made, calls.sendSafety)).toEqual([
    { token: 't1', name: 'Beth', kind: 'CHECK_IN', message: '' },
    { token: 't1', name: 'Beth', kind: 'REPORT', message: 'Wet floor' },
  ])
})

test('a ticket is read and replied to', async () => {
  const message = { from: 'Kerry', text: 'Which address?', at: '2026-11-21T09:00:00.000Z', isOwn: false }
  const ticket = {
    reference: 'T-1',
    title: 'No voucher',
    status: 'Open',
    customer: 'Mrs Holt',
    messages: [message],
  }
  const { user, made } = openLink(<TicketScreen />, ({ answer }) => {
    answer(calls.openTicket, () => ticket)
    answer(calls.replyToTicket, ({ message: text }: { message: string }) => ({
      ...ticket,
      messages: [message, { ...message, from: 'Mrs Holt', text, isOwn: true }],
    }))
  })
  await title('No voucher')
  await user.click(press('Send'))
  expect(screen.getByRole('alert').textContent).toBe('Please write something first')
  type('Your reply', 'This one')
  await user.click(press('Send'))
  expect(await screen.findByText('Your reply is sent.')).toBeDefined()
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Kerry .*Which address\?$/),
    expect.stringMatching(/^You .*This one$/),
  ])
  expect(screen.getByLabelText('Your reply')).toHaveProperty('value', '')
  expect(requestsOf(made, calls.replyToTicket)).toEqual([{ token: 't1', message: 'This one' }])
})

test('contact details are confirmed, or put right in words', async () => {
  const details = { name: 'Amara', contacts: [{ type: 'EMERGENCY_CONTACT', value: 'Chidi' }] }
  const open = () =>
    openLink(<ContactDetailsScreen />, ({ answer }) => {
      answer(calls.openContactDetails, () => details)
      answer(calls.validateContactDetails, DONE)
    })
  const { user, made } = open()
  await title('Is this right?')
  expect(screen.getByText('Emergency contact')).toBeDefined()
  await user.click(press('Something is wrong'))
  await user.click(press('Send'))
  expect(screen.getByRole('alert').textContent).toBe('Please say what isn’t right')
  type('What isn’t right?', 'Not Chidi')
  await user.click(press('Send'))
  await title('Thank you')
  expect(requestsOf(made, calls.validateContactDetails)).toEqual([
    { token: 't1', isRight: false, correction: 'Not Chidi' },
  ])
})

test('a mail address is confirmed by a person, not by opening the link', async () => {
  const { user, made } = openLink(<ResearchEmailScreen />, ({ answer }) => {
    answer(calls.openResearchEmail, () => ({ name: 'Mrs Holt', email: 'a@b.example', study: 'Panel' }))
    answer(calls.validateResearchEmail, DONE)
  })
  await title('Is this your address?')
  expect(requestsOf(made, calls.validateResearchEmail)).toEqual([])
  await user.click(press('Yes, that’s mine'))
  await title('Address confirmed')
  expect(requestsOf(made, calls.validateResearchEmail)).toEqual([{ token: 't1' }])
})

test('an invitation is answered with a name, and goes into a calendar', async () => {
  const { user, made } = openLink(<MeetingScreen />, ({ answer }) => {
    answer(calls.openMeeting, () => ({
      meetingID: 7,
      subject: 'Results',
      agenda: 'One\nTwo',
      host: 'Emily',
      startsAt: '2026-11-23T09:30:00.000Z',
      minutes: 45,
    }))
    answer(calls.answerMeeting, DONE)
  })
  await title('Results')
  expect(screen.getByText('Monday, 23 November 2026')).toBeDefined()
  await user.click(press('I’ll be there'))
  expect(screen.getByRole('alert').textContent).toBe('Please tell us your name')
  type('Your name', 'Dana')
  await user.click(press('I’ll be there'))
  await title('See you there')
  const href = screen.getByRole('link', { name: 'Add to my calendar' }).getAttribute('href') ?? ''
  expect(decodeURIComponent(href)).toContain('DTSTART:20261123T093000Z\r\nDTEND:20261123T101500Z')
  expect(requestsOf(made, calls.answerMeeting)).toEqual([{ token: 't1', name: 'Dana', isComing: true }])
})

test('documents of an expense are uploaded with their progress, and an upload can be given up', async () => {
  const expense = { reference: 'E', claimant: 'Iain', description: 'Train', amount: 8640, currency: 'GBP' }
  const document = { fileName: 'a.pdf', at: '2026-11-21T09:00:00.000Z' }
  const at = openLink(<ExpenseScreen />, ({ answer }) =>
    answer(calls.openExpense, () => ({ ...expense, documents: [] })),
  )
  await title('Hand in your receipts')
  expect(screen.getByText('£86.40')).toBeDefined()
  const choose = (name: string, mime = 'application/pdf') =>
    fireEvent.change(screen.getByLabelText(/Choose a file/), {
      target: { files: [new File(['%PDF-'], name, { type: mime })] },
    })
  choose('a.exe', 'application/x-msdownload')
  expect((await screen.findByRole('alert')).textContent).toBe('A document is a PDF, PNG, JPEG or WebP file.')

  at.answer(calls.submitExpenseDocument, (_request, { signal, onProgress }) => {
    onProgress?.(0.4)
    return new Promise((_resolve, reject) =>
      signal?.addEventListener('abort', () => reject(new ApiError('aborted', UPLOAD_ABORTED))),
    )
  })
  choose('a.pdf')
  expect((await screen.findByRole('progressbar', { name: 'Upload progress' })).getAttribute('value')).toBe(
    '40',
  )
  await at.user.click(press('Cancel'))
  expect((await screen.findByRole('alert')).textContent).toBe('Upload aborted.')

  at.answer(calls.submitExpenseDocument, () => ({ ...expense, documents: [document] }))
  choose('a.pdf')
  expect(await screen.findByText('a.pdf has reached us.')).toBeDefined()
  expect(screen.getByRole('listitem').textContent).toContain('a.pdf')

  at.answer(calls.submitExpenseDocument, () => {
    throw refused(410, 'no')
  })
  choose('b.pdf')
  await title('This link is too old')
})

test('6 §3 somebody applies with a name, a way to reach them and their consent', async () => {
  const { user, made } = openLink(<ApplicationScreen />, ({ answer }) => {
    answer(calls.openApplication, () => ({ title: 'Interviewer, Leeds', intro: 'You ring people.' }))
    answer(calls.sendApplication, DONE)
  })
  await title('Interviewer, Leeds')
  expect(screen.getByText('You ring people.')).toBeDefined()
  const said = () => screen.getByRole('alert').textContent
  await user.click(press('Apply'))
  expect(said()).toBe('Please say what you are called.')
  fireEvent.change(screen.getByRole('textbox', { name: /Your name/ }), { target: { value: 'Ned New' } })
  await user.click(press('Apply'))
  expect(said()).toBe('Please give an e-mail address or a mobile number.')
  fireEvent.change(screen.getByRole('textbox', { name: 'Mobile' }), { target: { value: '07700 900555' } })
  await user.click(press('Apply'))
  expect(said()).toBe('Please agree that we keep your application.')
  await user.click(screen.getByRole('checkbox'))
  await user.click(press('Apply'))
  await title('Thank you')
  expect(requestsOf(made, calls.sendApplication)).toEqual([
    {
      ...{ token: 't1', name: 'Ned New', email: '', mobile: '07700 900555', languages: '', availability: '' },
      ...{ workLocation: 'OFFICE', message: '', hasConsent: true },
    },
  ])
})

test.each(['opened', 'answered'])('B038 an offer that was taken back says so when it is %s', async (when) => {
  const over = () => {
    throw refused(409, 'This offer is no longer open.', '', 'applicant.offerOver')
  }
  const { user } = openLink(<OfferScreen />, ({ answer }) => {
    if (when === 'opened') answer(calls.openOffer, over)
    else
      answer(calls.openOffer, () => ({
        ...{ name: 'Ned', company: 'Northgate', contract: 'Casual worker', area: 'Leeds' },
        ...{ startDate: '2026-06-01', rate: 1310 },
      }))
    answer(calls.answerOffer, over)
  })
  if (when === 'answered') await user.click(await screen.findByRole('button', { name: 'Accept the offer' }))
  await title('This offer is no longer open')
  expect(screen.getByRole('alert').textContent).toMatch(/It was withdrawn/)
})

test('B038 an offer shows what is offered; it is accepted, or declined after a question', async () => {
  const OFFER = {
    ...{ name: 'Ned', company: 'Northgate', contract: 'Casual worker', area: 'Leeds' },
    ...{ startDate: '2026-06-01', rate: 1310 },
  }
  const accepting = openLink(<OfferScreen />, ({ answer }) => {
    answer(calls.openOffer, () => OFFER)
    answer(calls.answerOffer, DONE)
  })
  await title('An offer of work')
  expect(document.body.textContent).toContain('Pay£13.10 an hour')
  await accepting.user.click(press('Accept the offer'))
  await title('Welcome')
  expect(requestsOf(accepting.made, calls.answerOffer)).toEqual([{ token: 't1', isAccepted: true }])
  cleanup()
  const declining = openLink(<OfferScreen />, ({ answer }) => {
    answer(calls.openOffer, () => OFFER)
    answer(calls.answerOffer, DONE)
  })
  await title('An offer of work')
  await declining.user.click(press('Decline'))
  await title('Decline the offer?')
  expect(requestsOf(declining.made, calls.answerOffer)).toEqual([])
  await declining.user.click(press('Decline'))
  await title('Thank you for telling us')
  expect(requestsOf(declining.made, calls.answerOffer)).toEqual([{ token: 't1', isAccepted: false }])
})
