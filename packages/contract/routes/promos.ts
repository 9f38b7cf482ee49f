// Route declarations of promos: the console's list, and the promos a rider can apply to a quote.
import { promo, promoInput, promoUpdate } from '@kerb/domain/fare';
import { z } from 'zod';
import { defineRoute } from '../define-route.ts';
import { idParams, pageOf, pageQuery, uuid } from '../pages.ts';
import { estimate } from '../views/booking.ts';

const tag = 'promos';

export const promoSort = z.enum(['createdAt', 'promo_name', 'promo_validity', 'user_avail']);
export type PromoSort = z.infer<typeof promoSort>;

/** A promo as shown to the rider beside one quote; `refusal` is the reason why it does not apply. */
export const promoOffer = promo
  .pick({ id: true, promo_name: true, promo_description: true, promo_validity: true, min_order: true })
  .extend({
    /** Discount on this quote in major units; 0 when the promo does not apply. */
    discount_amount: z.number(),
    refusal: z.enum(['promo_already_used', 'promo_below_min_order']).nullable(),
  });
export type PromoOffer = z.infer<typeof promoOffer>;

/** Rider whose earlier uses count, when an admin books for them. */
const forRider = z.object({ rider: uuid.optional() });

const refusals = [
  'not_found',
  'quote_expired',
  'promo_not_found',
  'promo_expired',
  'promo_used_up',
  'promo_already_used',
  'promo_below_min_order',
] as const;

export const promoRoutes = {
  listPromos: defineRoute({
    method: 'GET',
    path: '/promos',
    summary: 'fetchPromos: every promo with its uses',
    tag,
    access: ['admin'],
    query: pageQuery.extend({
      q: z.string().trim().max(100).optional(),
      sort: promoSort.default('createdAt'),
      order: z.enum(['asc', 'desc']).default('desc'),
    }),
    answer: pageOf(promo),
    errors: [],
  }),
  addPromo: defineRoute({
    method: 'POST',
    path: '/promos',
    summary: 'editPromo Add; open in demonstration mode too',
    tag,
    access: ['admin'],
    body: promoInput,
    answer: promo,
    status: 201,
    errors: ['name_taken'],
  }),
  editPromo: defineRoute({
    method: 'PATCH',
    path: '/promos/:id',
    summary: 'editPromo Update: the whole promo as it is to be, made from `version`; the count of uses stays',
    tag,
    access: ['admin'],
    params: idParams,
    body: promoUpdate,
    answer: promo,
    errors: ['not_found', 'name_taken', 'conflict', 'demo_mode'],
  }),
  deletePromo: defineRoute({
    method: 'DELETE',
    path: '/promos/:id',
    summary: 'editPromo Delete: bookings that used it keep their discount',
    tag,
    access: ['admin'],
    params: idParams,
    answer: z.void(),
    errors: ['not_found', 'demo_mode'],
  }),
  listPromoOffers: defineRoute({
    method: 'GET',
    path: '/estimates/:id/promos',
    summary: 'The valid promos beside one quote of my own, with what each takes off',
    tag,
    access: ['rider', 'admin'],
    params: idParams,
    query: forRider,
    answer: z.object({ items: z.array(promoOffer) }),
    errors: ['not_found', 'quote_expired'],
  }),
  applyPromo: defineRoute({
    method: 'PUT',
    path: '/estimates/:id/promo',
    summary: 'Take a promo off a quote, by its id or its name; its use counts when the quote is booked',
    tag,
    access: ['rider', 'admin'],
    params: idParams,
    body: forRider.extend({ promo: z.string().trim().min(1).max(60) }),
    answer: estimate,
    errors: refusals,
    rateLimit: { max: 60, windowSeconds: 60 },
  }),
  removePromo: defineRoute({
    method: 'DELETE',
    path: '/estimates/:id/promo',
    summary: 'The quote without a promo again',
    tag,
    access: ['rider', 'admin'],
    params: idParams,
    answer: estimate,
    errors: ['not_found', 'quote_expired'],
  }),
};
