import { TextInput } from '@mantine/core'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { fakeServices } from './fake-services.ts'
import { testToken } from './session-token.ts'
import { renderSignedIn } from './signed-in.tsx'

/** What a dialog under test is given. */
export interface Asked {
  readonly onClose: () => void
  readonly run: () => Promise<void>
}

/** A dialog's one field. */
export function WhyField({ onTyped }: { readonly onTyped?: (text: string) => void }) {
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

/** A test that a dialog with that field, or another text field, asks before what was typed into it is lost. */
export function testAsksFirst(
  name: string,
  dialog: (asked: Asked) => ReactNode,
  label: string | RegExp = 'Why',
): void {
  test(`Escape and ‘Cancel’ of a ${name} ask before typed text is lost`, async () => {
    const server = fakeServices()
    server.services.session.signIn(testToken([]))
    const { prompts } = server.services
    const [onClose, run] = [vi.fn(), vi.fn(async () => {})]
    const user = userEvent.setup()
    renderSignedIn(server.services, dialog({ onClose, run }), '/dashboard')
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: label })
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
      await waitFor(() =>
        expect(prompts.store.getState()).toMatchObject([{ title: 'Discard your changes?' }]),
      )
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
}
