import { testAsksFirst, WhyField } from '../../testing/asks-first.tsx'
import { AskDialog } from './AskDialog.tsx'

testAsksFirst('question about a person', (asked) => (
  <AskDialog title="Ask" action="Send" {...asked}>
    <WhyField />
  </AskDialog>
))
