import { type ReactNode, Suspense } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { useSession } from '../services/context.tsx'
import { RenderFailure } from '../shell/RenderFailure.tsx'
import { lazyCode } from '../ui/fetch-code.ts'
import { Waiting } from './Fetched.tsx'

const links = () => import('../features/public-links/index.ts')
const MagicLink = lazyCode(async () => (await links()).MagicLinkScreen)
const Invitation = lazyCode(async () => (await links()).InvitationScreen)
const ResetPassword = lazyCode(async () => (await links()).ResetPasswordScreen)

const pages = () => import('../features/public-pages/index.ts')
const Launch = lazyCode(async () => (await pages()).LaunchScreen)
const Wurksafe = lazyCode(async () => (await pages()).WurksafeScreen)
const Survey = lazyCode(async () => (await pages()).SurveyScreen)
const Ticket = lazyCode(async () => (await pages()).TicketScreen)
const Application = lazyCode(async () => (await pages()).ApplicationScreen)
const Offer = lazyCode(async () => (await pages()).OfferScreen)
const Contacts = lazyCode(async () => (await pages()).ContactDetailsScreen)
const ResearchEmail = lazyCode(async () => (await pages()).ResearchEmailScreen)
const JobOrder = lazyCode(async () => (await pages()).JobOrderScreen)
const Expense = lazyCode(async () => (await pages()).ExpenseScreen)
const Meeting = lazyCode(async () => (await pages()).MeetingScreen)
const Privacy = lazyCode(async () => (await pages()).PrivacyScreen)
const NotFound = lazyCode(async () => (await pages()).PublicNotFoundScreen)

const Widget = lazyCode(async () => (await import('../features/widget-viewer/index.ts')).WidgetScreen)

const Setup = lazyCode(async () => (await import('../features/setup/index.ts')).SetupScreen)

/** Set-up (spec 5 §2.2), and each public route below /public (spec 1 §2.1), without a sign-in. */
export function PublicPages() {
  const isSetup = !useLocation().pathname.startsWith('/public')
  return (
    <RenderFailure>
      <Suspense fallback={<Waiting />}>{isSetup ? <Setup /> : <BelowPublic />}</Suspense>
    </RenderFailure>
  )
}

function BelowPublic() {
  return (
    <Routes>
      <Route path="app/launch" element={<Launch />} />
      <Route path="wurksafe/:token" element={<SignedOutOnly of={<Wurksafe />} />} />
      <Route path="survey/:token" element={<SignedOutOnly of={<Survey />} />} />
      <Route path="whatsapp/pre-auth/ticket/:token" element={<Ticket />} />
      <Route path="contact-details/validate/:token" element={<Contacts />} />
      <Route path="apply/:token" element={<Application />} />
      <Route path="offer/:token" element={<Offer />} />
      <Route path="customer/job-order-details/:token" element={<JobOrder />} />
      <Route path="invitation/:token" element={<Invitation />} />
      <Route path="auth/validate" element={<ResetPassword />} />
      <Route path="research/email-verify/validate/:token" element={<ResearchEmail />} />
      <Route path="magic-link/validate/:token" element={<MagicLink />} />
      <Route path="expenses/submit-doc/:token" element={<Expense />} />
      <Route path="user-meeting/:token" element={<Meeting />} />
      <Route path="shared/client/pp/:name" element={<Privacy kind="pp" />} />
      <Route path="shared/client/pn/:name" element={<Privacy kind="pn" />} />
      <Route path="wurkshare/widget/:token?" element={<Widget />} />
      {/* Every path below /public is public, even one that doesn't exist. */}
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}

/** Screens for people who are not signed in (spec 1 §2.1). */
function SignedOutOnly({ of }: { of: ReactNode }) {
  const isSignedIn = useSession(({ user }) => user !== null)
  return isSignedIn ? <Navigate to="/" replace /> : of
}
