import { TextInput } from '@mantine/core'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { fakeServices } from '../../testing/fake-services.ts'
import { testToken } from '../../testing/session-token.ts'
import { renderSignedIn } from '../../testing/signed-in.tsx'
import { AskDialog as PersonDialog } from '../people/AskDialog.tsx'
import { FlagDialog } from '../system-flags/FlagDialog.tsx'
import { AskDialog, FormDialog } from './index.ts'

interface Asked {
  readonly onClose: () => void
  readonly run: () => Promise<void>
}

function Field({ onTyped }: { readonly onTyped?: (text: string) => void }) {
  const [text, setText] = useState('')
  return (
    <TextInput
      label="Why"
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value)
        onTyped?.(value)
      }}
    />
  )
}

function Form({ onClose, run }: Asked) {
  const [text, setText] = useState('')
  return (
    <FormDialog
      {...{ title: 'Form', lead: '', cancel: 'Cancel', send: 'Send', fault: null, onClose, onSend: run }}
      isTyped={text !== ''}
      reasonOf={String}
    >
      <Field onTyped={setText} />
    </FormDialog>
  )
}

const DIALOGS: Readonly<Record<string, (asked: Asked) => React.ReactNode>> = {
  question: (asked) => (
    <AskDialog title="Ask" action="Send" cancel="Cancel" {...asked}>
      <Field />
    </AskDialog>
  ),
  'question about a person': (asked) => (
    <PersonDialog title="Ask" action="Send" {...asked}>
      <Field />
    </PersonDialog>
  ),
  'question about a system flag': (asked) => (
    <FlagDialog title="Ask" action="Send" done="Done" {...asked}>
      <Field />
    </FlagDialog>
  ),
  form: (asked) => <Form {...asked} />,
}

test.each(Object.keys(DIALOGS))('Escape and ‘Cancel’ of a %s ask before typed text is lost', async (name) => {
  const server = fakeServices()
  server.services.session.signIn(testToken([]))
  const { prompts } = server.services
  const [onClose, run] = [vi.fn(), vi.fn(async () => {})]
  const user = userEvent.setup()
  renderSignedIn(server.services, DIALOGS[name]?.({ onClose, run }), '/dashboard')
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Why' })
  // Nothing would be lost: it closes at once.
  await user.click(field)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))

  await user.type(field, 'A reason')
  for (const leave of [
    () => user.keyboard('{Escape}'),
    () => user.click(screen.getByRole('button', { name: 'Cancel' })),
  ]) {
    await leave()
    await waitFor(() => expect(prompts.store.getState()).toMatchObject([{ title: 'Discard your changes?' }]))
    expect(onClose).toHaveBeenCalledTimes(1)
    const [prompt] = prompts.store.getState()
    if (prompt) await act(async () => prompts.answer(prompt.id, false))
  }
  expect(field.value).toBe('A reason')

  await user.keyboard('{Escape}')
  await waitFor(() => expect(prompts.store.getState()).toHaveLength(1))
  const [prompt] = prompts.store.getState()
  if (prompt) await act(async () => prompts.answer(prompt.id, true))
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(2))
})
