/**
 * What the console's calls give, by the names of the generated document. The document's own operations can't be
 * used: they are named after functions, and several are called `get`.
 */
import type * as api from '@/api/schema';

export type {
  ArmDay,
  ArmName,
  ArmState,
  AuditChain,
  AuditEntry,
  AuditLog,
  ConsortArm,
  GroupViews,
  Overview,
  PageView,
  ParticipantDetail,
  ParticipantList,
  ParticipantRow,
  PastExport,
  Report,
  ReportArmFlow,
  Shown,
  ShownViews,
  Sign,
  Signed,
  StepCounts,
  StepViews,
  StudyState,
  Submitted,
  Usage,
  Version,
} from '@/api/schema';
export type ArmOverview = api.ArmOverview;
export type ArmLoss = api.ReportArmLoss;
export type Bounds = api.ReportBounds;
export type Contrast = api.ReportContrast;
export type Curves = api.ReportCurves;
export type FlagCount = api.ReportFlagCount;
export type Hypothesis = api.ReportHypothesis;
export type Item = api.ReportItem;
export type Moment = api.ParticipantDetail['timeline'][number];
export type Num = api.ReportNumber;
export type Outcome = api.ReportOutcome;
export type Phase = api.ReportPhase;
export type Population = api.ReportPopulation;
export type Reason = api.ReportReason;
export type Scale = api.ReportScale;
export type Times = api.ReportTimes;
export type Unit = api.ReportUnit;
export type Verdict = api.ReportVerdict;

/** Calls that only read, and what they give. */
export type Replies = {
  '/api/admin/audit': api.AuditLog;
  '/api/admin/consort': api.ConsortFigures;
  '/api/admin/events': api.Usage;
  '/api/admin/exports': api.PastExport[];
  '/api/admin/overview': api.Overview;
  '/api/admin/participants': api.ParticipantList;
  '/api/admin/participants/{code}': api.ParticipantDetail;
  '/api/admin/previews': api.GroupViews[];
  '/api/admin/results': api.StudyResults;
  '/api/admin/study': api.StudyState;
  '/api/admin/unblinding': api.UnblindingState;
};
