import { testAsksFirst, WhyField } from '../../testing/asks-first.tsx'
import { FlagDialog } from './FlagDialog.tsx'

testAsksFirst('question about a system flag', (asked) => (
  <FlagDialog title="Ask" action="Send" done="Done" {...asked}>
    <WhyField />
  </FlagDialog>
))
