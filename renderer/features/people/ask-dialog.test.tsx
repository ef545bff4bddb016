import { testAsksFirst, WhyField } from '../../testing/asks-first.tsx'
import { SuspendDialog } from './AccountDialogs.tsx'
import { AskDialog } from './AskDialog.tsx'
import { ANN } from './testing/ann.ts'

testAsksFirst('question about a person', (asked) => (
  <AskDialog title="Ask" action="Send" {...asked}>
    <WhyField />
  </AskDialog>
))

testAsksFirst(
  'suspension',
  ({ onClose, run }) => <SuspendDialog person={ANN} onClose={onClose} onDone={() => void run()} />,
  /^Reason/,
)
