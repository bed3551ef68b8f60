-- Webhooks in use and disabled; events that were delivered, given up, and are to be sent; a test, which is of nobody.
insert into webhook values
  ('webhook-1', 'https://lab.example.org/unmask', cast('sealed' as BYTES), '["completed","wave_due"]', 1790000000190, null),
  ('webhook-2', 'https://old.example.org/', cast('sealed too' as BYTES), '["withdrawn"]', 1790000000191, 1790000000199);
insert into webhook_delivery values
  ('msg_1', 'webhook-1', 'participant-c', 'completed', 'main', 1790000000192, 1, null, 1, 1790000000193, null, 204, null),
  ('msg_2', 'webhook-1', 'participant-c', 'wave_due', 'week_1', 1790000000194, 2, 1790000060194, 1, null, null, 500, 'rejected'),
  ('msg_3', 'webhook-2', 'participant-w', 'withdrawn', null, 1790000000195, 1, null, 1, null, 1790000000199, 410, 'gone'),
  ('msg_4', 'webhook-1', null, 'test', null, 1790000000196, 0, null, 1, 1790000000197, null, 200, null);
