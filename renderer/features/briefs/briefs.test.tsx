import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type ProjectBrief, projectBrief, saveProjectBrief } from '#shared/contract/briefs.ts'
import { fakeServices, refused } from '../../testing/fake-services.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { BriefEditor } from './BriefEditor.tsx'

const BRIEF: ProjectBrief = {
  ...{ projectID: 7, project: 'Rail', version: 1, text: 'Ask for the buyer.', isRequired: false },
  ...{ changedAt: '2026-05-04T12:00:00.000Z', changedBy: 'Wes', readers: 2 },
}

async function show() {
  const home = fakeServices()
  let stored = BRIEF
  home.answer(projectBrief, () => stored)
  const sent: unknown[] = []
  home.answer(saveProjectBrief, (request) => {
    sent.push(request)
    stored = { ...stored, ...(request as object), version: 2, readers: 0 }
    return stored
  })
  renderSignedIn(home.services, <BriefEditor projectID={7} />)
  await screen.findByText(/^Saved by Wes, 4 May, 13:00. 2 people have read it./)
  return { ...home, sent, user: userEvent.setup() }
}

test('a brief is written, made required and saved over the version that was seen', async () => {
  const { sent, user } = await show()
  const button = screen.getByRole('button', { name: 'Save the brief' })
  expect(button.hasAttribute('disabled')).toBe(true)
  await user.type(screen.getByLabelText('Text'), ' Twice.')
  expect(screen.getByText(/A changed text has to be read anew/)).toBeDefined()
  await user.click(screen.getByRole('checkbox'))
  await user.click(button)
  expect(sent).toEqual([{ projectID: 7, text: 'Ask for the buyer. Twice.', isRequired: true, version: 1 }])
  expect(await screen.findByText(/Nobody has read it yet/)).toBeDefined()
})

test('where somebody saved one since, what was typed stays until theirs is wanted', async () => {
  const { answer, user } = await show()
  answer(saveProjectBrief, () => {
    throw refused(409, 'Kim changed it at 13:05.')
  })
  await user.type(screen.getByLabelText('Text'), ' Twice.')
  await user.click(screen.getByRole('button', { name: 'Save the brief' }))
  await screen.findByText('Kim changed it at 13:05.')
  expect((screen.getByLabelText('Text') as HTMLTextAreaElement).value).toBe('Ask for the buyer. Twice.')
  answer(projectBrief, () => ({ ...BRIEF, version: 2, text: 'Ask for the owner.' }))
  await user.click(screen.getByRole('button', { name: 'Show what is saved' }))
  expect(await screen.findByDisplayValue('Ask for the owner.')).toBeDefined()
})
