export { startStandIn as startLlmStandIn, textIn } from '@hippocamp/adapters/llm/testing/stand-in';
