import type { Service } from '@hippocamp/runtime/service';
import { type Handlers, replayed } from '../http/answer.js';

type ReviewOperation = 'listReviews' | 'getReview' | 'acceptReview' | 'editReview' | 'rejectReview' | 'forget';

export const reviewHandlers = ({ reviews, forgetting }: Service): Pick<Handlers, ReviewOperation> => ({
  async listReviews({ caller, query }) {
    return { status: 200, body: { data: await reviews.list(caller, query) } };
  },
  async getReview({ caller, params }) {
    return { status: 200, body: { data: await reviews.get(caller, params.id) } };
  },
  async acceptReview({ caller, params }) {
    const once = await reviews.accept(caller, params.id);
    return { status: 200, body: { data: once.result }, headers: replayed(once) };
  },
  async editReview({ caller, params, body }) {
    const once = await reviews.edit(caller, params.id, body);
    return { status: 200, body: { data: once.result }, headers: replayed(once) };
  },
  async rejectReview({ caller, params }) {
    const once = await reviews.reject(caller, params.id);
    return { status: 200, body: { data: once.result }, headers: replayed(once) };
  },
  async forget({ caller, body }) {
    const once = await forgetting.forget(caller, body);
    return { status: 200, body: { data: once.result }, headers: replayed(once) };
  },
});
