-- A medium that was visible, a post without a medium, and one of which the browser measured nothing.
insert into exposure values
  ('exposure-1', 'participant-6', 'flow-a/q1', 'clip.webm', 512, '12-a', 'bundle-1', 1790000000120, 1790000000119),
  ('exposure-2', 'participant-6', 'flow-b/p1', '', 13, '12-b', 'bundle-1', 1790000000121, 1790000000121),
  ('exposure-3', 'participant-6', 'flow-b/p2', '', null, '12-c', 'bundle-1', 1790000000122, 1790000000122);
