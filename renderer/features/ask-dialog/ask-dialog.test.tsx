import { Button } from '@mantine/core'
import { useState } from 'react'
import { type Asked, testAsksFirst, WhyField } from '../../testing/asks-first.tsx'
import { AskDialog, FormDialog, FormModal } from './index.ts'

function Form({ onClose, run }: Asked) {
  const [text, setText] = useState('')
  return (
    <FormDialog
      {...{ title: 'Form', lead: '', cancel: 'Cancel', send: 'Send', fault: null, onClose, onSend: run }}
      isTyped={text !== ''}
      reasonOf={String}
    >
      <WhyField onTyped={setText} />
    </FormDialog>
  )
}

testAsksFirst('question', (asked) => (
  <AskDialog title="Ask" action="Send" cancel="Cancel" {...asked}>
    <WhyField />
  </AskDialog>
))

testAsksFirst('form', (asked) => <Form {...asked} />)

testAsksFirst('dialog around a form', ({ onClose }) => (
  <FormModal opened title="Ask" onClose={onClose}>
    {(leave) => (
      <form>
        <WhyField />
        <Button onClick={leave}>Cancel</Button>
      </form>
    )}
  </FormModal>
))
